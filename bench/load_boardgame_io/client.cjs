// People who play on it as fast as they are answered, each over a socket of their own.

const { io } = require('socket.io-client');
const { game } = require('./game.cjs');

const plan = JSON.parse(process.argv[2]);
const address = `http://127.0.0.1:${plan.port}`;
const done = [];
let from = Infinity;

async function post(path, body) {
  const answer = await fetch(`${address}/games/${game.name}/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return answer.json();
}

async function sitDown() {
  const { matchID } = await post('create', { numPlayers: 2 });
  const match = { id: matchID, people: [], sent: 0, moved: -1 };
  for (const playerID of ['0', '1']) {
    const { playerCredentials } = await post(`${matchID}/join`, { playerID, playerName: 'Ada' });
    const socket = io(`${address}/${game.name}`, { transports: ['websocket'], forceNew: true });
    match.people.push({ playerID, playerCredentials, socket });
    socket.on('update', (_, state) => shown(match, playerID, state));
    await new Promise((ready) => {
      socket.on('sync', (_, { state }) => {
        match.state = state;
        ready();
      });
      socket.on('connect', () => socket.emit('sync', matchID, playerID, playerCredentials, 2));
    });
  }
  return match;
}

function shown(match, playerID, state) {
  if (match.mover === playerID && state._stateID > match.moved) {
    const now = performance.now();
    if (now >= from) done.push(now - match.sent);
    match.moved = state._stateID;
  }
  if (state.ctx.currentPlayer === playerID) move(match, playerID, state);
}

function move(match, playerID, state) {
  const person = match.people[Number(playerID)];
  const dice = state.G.dice.length;
  const type = dice === 0 || Math.random() < 0.5 ? 'roll' : 'stop';
  const payload = { type, args: [], playerID, credentials: person.playerCredentials };
  match.mover = playerID;
  match.moved = state._stateID;
  match.sent = performance.now();
  person.socket.emit('update', { type: 'MAKE_MOVE', payload }, state._stateID, match.id, playerID);
}

async function main() {
  const matches = [];
  while (matches.length < plan.tables) matches.push(await sitDown());
  for (const match of matches) move(match, match.state.ctx.currentPlayer, match.state);
  setTimeout(() => (from = performance.now()), plan.settle * 1000);
  setTimeout(
    () => {
      const found = JSON.stringify({ moves: done.length, seconds: plan.seconds, done });
      process.stdout.write(found, () => process.exit(0));
    },
    (plan.settle + plan.seconds) * 1000,
  );
}

main();
