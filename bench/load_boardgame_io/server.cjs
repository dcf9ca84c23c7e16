// A boardgame.io server as its documentation starts one: matches are kept in memory.

const { Server } = require('boardgame.io/server');
const { game } = require('./game.cjs');

const server = Server({ games: [game], origins: [/.*/] });
server.run({ port: Number(process.argv[2]) }, () => process.stderr.write('ready\n'));
