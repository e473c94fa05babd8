/** Preloaded (`node --import`): the program takes this machine for one with Windows. What it does there stays POSIX. */
import process from 'node:process';

Object.defineProperty(process, 'platform', { value: 'win32' });
