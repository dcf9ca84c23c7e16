// A boardgame.io server as its documentation starts one: matches are kept in memory, or, if it is
// given a folder, in files, the only store it brings that outlives a restart.

const { FlatFile, Server } = require('boardgame.io/server');
const { game } = require('./game.cjs');

const [port, folder] = process.argv.slice(2);
const db = folder ? new FlatFile({ dir: folder }) : undefined;
const server = Server({ games: [game], origins: [/.*/], db });
server.run({ port: Number(port) }, () => process.stderr.write('ready\n'));
