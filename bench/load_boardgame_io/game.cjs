// A game of dice about as large as the first of ours: two seats, turtles on a ring, up to three dice, a bust.

const SPACES = 21;
const BUST_OVER = 7;
const PILE = [1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6];

function advance(G, seat) {
  const sum = G.dice.reduce((a, b) => a + b, 0);
  const steps = sum * G.dice.length;
  const turtle = G.turtles[seat];
  turtle.space += steps;
  if (turtle.space >= SPACES) {
    turtle.space %= SPACES;
    G.won[seat].push(G.faceUp);
    G.eggs[seat] += G.faceUp;
    G.turned += 1;
    G.faceUp = PILE[G.turned % PILE.length];
  }
  turtle.under = G.turtles.filter((other) => other !== turtle && other.space === turtle.space).length;
}

module.exports.game = {
  name: 'dice',
  setup: () => ({
    turtles: [0, 1].map((seat) => ({ seat, space: 0, under: 0, name: `turtle ${seat}` })),
    dice: [],
    faceUp: PILE[0],
    turned: 0,
    won: [[], []],
    eggs: [0, 0],
    spent: [],
  }),
  moves: {
    roll: ({ G, events, random, playerID }) => {
      if (G.dice.length === 3) return 'INVALID_MOVE';
      G.dice.push(random.D6());
      const bust = G.dice.reduce((a, b) => a + b, 0) > BUST_OVER;
      if (bust) G.turtles[playerID].space = 0;
      if (bust || G.dice.length === 3) {
        if (!bust) advance(G, playerID);
        G.dice = [];
        events.endTurn();
      }
    },
    stop: ({ G, events, playerID }) => {
      if (G.dice.length === 0) return 'INVALID_MOVE';
      advance(G, playerID);
      G.dice = [];
      events.endTurn();
    },
  },
};
