import { CommandError, print, type Command } from './command.ts';

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

const [name, ...args] = process.argv.slice(2);
try {
  loadEnvFile();
  const code = await runCommand();
  if (code !== null) process.exit(code);
} catch (error) {
  const { name: kind, message, stack } = error as Error;
  const isMistake = EXPECTED.has(kind) || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
  process.stderr.write(`\n${isMistake ? message : stack}\n\n`);
  process.exit(1);
}

async function runCommand(): Promise<number | null> {
  if (name === undefined || name === 'help' || name === '--help') {
    await printHelp();
    return name === undefined ? 1 : 0;
  }
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!load) throw new CommandError(`portside ${name}: no such command. See portside help.`);
  const command = await load();
  if (args.includes('--help')) {
    print(command.usage.map((line) => `portside ${line}`).join('\n'));
    return 0;
  }
  return command.run(args);
}

async function printHelp(): Promise<void> {
  for (const { summary, usage } of await Promise.all(Object.values(COMMANDS).map((load) => load()))) {
    print(`\n${summary}`);
    for (const line of usage) print(`  portside ${line}`);
  }
  print('\nSettings come from the environment and from .env in the present folder.');
}

function loadEnvFile(): void {
  try {
    process.loadEnvFile('.env');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
