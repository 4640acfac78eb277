import { CommandError, print, usageOf, type Command } from './command.ts';

/** In the order in which they are listed; loaded when they are needed. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import('./serve.ts')).serve,
  migrate: async () => (await import('./migrate.ts')).migrate,
  doctor: async () => (await import('./doctor/doctor.ts')).doctor,
  owner: async () => (await import('./owner.ts')).owner,
  sweep: async () => (await import('./operator/sweep.ts')).sweep,
  contracts: async () => (await import('./operator/contracts.ts')).contracts,
  keys: async () => (await import('./keys.ts')).keys,
  backup: async () => (await import('./backups/backup.ts')).backup,
  restore: async () => (await import('./backups/restore.ts')).restore,
  addresses: async () => (await import('./addresses.ts')).addresses,
  mcp: async () => (await import('./mcp.ts')).mcp,
  rehearse: async () => (await import('./rehearse.ts')).rehearse,
};
/** Errors that are printed as one message; anything else is a bug and prints its stack. */
const EXPECTED = new Set(['ConfigError', 'StartError', 'CommandError', 'NodeError', 'Refusal']);

/** Whether a setting or an argument names a file that cannot be read: one of the shop's own would be a bug. */
const isNamed = (code: string, path = ''): boolean =>
  ['ENOENT', 'EACCES', 'EISDIR'].includes(code) &&
  [...process.argv, ...Object.values(process.env)].some((given) => path !== '' && given?.endsWith(path));

const [name, ...args] = process.argv.slice(2);
try {
  loadEnvFile();
  const code = await runCommand();
  if (code !== null) process.exit(code);
} catch (error) {
  const { name: kind, message, stack } = error as Error;
  const { code = '', path } = error as NodeJS.ErrnoException;
  const isMistake = EXPECTED.has(kind) || code.startsWith('ERR_PARSE_ARGS') || isNamed(code, path);
  process.stderr.write(`\n${isMistake ? message : stack}\n\n`);
  process.exit(1);
}

async function runCommand(): Promise<number | null> {
  const isHelp = name === 'help' || name === '--help';
  if (name === undefined || (isHelp && args.length === 0)) {
    await printHelp();
    return isHelp ? 0 : 1;
  }
  const wanted = isHelp ? args[0]! : name;
  const load = Object.hasOwn(COMMANDS, wanted) ? COMMANDS[wanted] : undefined;
  if (!load) throw new CommandError(`portside ${wanted}: no such command. See portside help.`);
  const command = await load();
  if (!isHelp && !args.includes('--help')) return command.run(args);
  print(`${command.summary}\n${usageOf(command)}`);
  return 0;
}

async function printHelp(): Promise<void> {
  const commands = await Promise.all(Object.values(COMMANDS).map((load) => load()));
  for (const command of commands) print(`\n${command.summary}\n${usageOf(command)}`);
  print('\nSettings come from the environment and from .env in the present folder.');
}

function loadEnvFile(): void {
  try {
    process.loadEnvFile('.env');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
