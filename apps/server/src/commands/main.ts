import { backup } from './backup.ts';
import { CommandError, print, type Command } from './command.ts';
import { doctor } from './doctor.ts';
import { keys } from './keys.ts';
import { migrate } from './migrate.ts';
import { owner } from './owner.ts';
import { rehearse } from './rehearse.ts';
import { restore } from './restore.ts';
import { serve } from './serve.ts';

/** In the order in which they are listed. */
const COMMANDS: Readonly<Record<string, Command>> = {
  serve,
  migrate,
  doctor,
  owner,
  keys,
  backup,
  restore,
  rehearse,
};
/** Errors that are told as one message; anything else is a fault of the program and shows its stack. */
const EXPECTED = new Set(['ConfigError', 'StartError', 'CommandError', 'Refusal']);

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
    printHelp();
    return name === undefined ? 1 : 0;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw new CommandError(`portside ${name}: no such command. portside help lists them.`);
  if (args.includes('--help')) {
    print(command.usage.map((line) => `portside ${line}`).join('\n'));
    return 0;
  }
  return command.run(args);
}

function printHelp(): void {
  for (const { summary, usage } of Object.values(COMMANDS)) {
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
