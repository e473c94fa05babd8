import { exitCodes, printJson, type CommonOptions, type Io } from './io.ts';
import { chooseServers, withWire } from './with-wire.ts';

/** Forgets the tokens of a server. The authorization server is not told. */
export async function logout(name: string, options: CommonOptions, io: Io): Promise<number> {
  return withWire(options, io, async (wire) => {
    const [server] = chooseServers([name], wire.config.servers);
    const loggedOut = server !== undefined && (await (await wire.logins()).logout(server));
    if (options.json === true) printJson(io, { schemaVersion: 1, server: name, loggedOut });
    else io.out(loggedOut ? `the tokens of ${name} are deleted\n` : `there were no tokens of ${name}\n`);
    return exitCodes.clean;
  });
}
