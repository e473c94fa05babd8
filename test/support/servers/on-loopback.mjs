/**
 * Preloaded into a server of somebody else (`node --import`): whatever address it wants to listen at, it gets a free port of
 * 127.0.0.1, and the parent is told which.
 */
import { Server } from 'node:net';
import process from 'node:process';

const { listen } = Server.prototype;

Server.prototype.listen = function listenOnLoopback(...wanted) {
  const listening = wanted.find((argument) => typeof argument === 'function');
  this.once('listening', () => process.send?.({ port: this.address().port }));
  return listen.call(this, 0, '127.0.0.1', listening);
};
