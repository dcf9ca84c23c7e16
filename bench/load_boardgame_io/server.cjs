// A boardgame.io server as its documentation starts one: matches are kept in memory, or, if it is
// given a folder, in files, the only store it brings that outlives a restart. `forced` waits until
// they are on the disk, as our server does, so that a power cut loses nothing either.

const { open } = require('node:fs/promises');
const { FlatFile, Server } = require('boardgame.io/server');
const { game } = require('./game.cjs');

class Forced extends FlatFile {
  async setItem(key, value) {
    await super.setItem(key, value);
    const file = await open(this.games.getDatumPath(key));
    await file.datasync();
    await file.close();
  }
}

const [port, folder, forced] = process.argv.slice(2);
const Files = forced ? Forced : FlatFile;
const db = folder ? new Files({ dir: folder }) : undefined;
const server = Server({ games: [game], origins: [/.*/], db });
server.run({ port: Number(port) }, () => process.stderr.write('ready\n'));
