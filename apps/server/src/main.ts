import { readConfig } from './config.ts';
import { startPrimary } from './start-primary.ts';
import { startShop } from './start-shop.ts';
import { runUntilAsked } from './run-until-asked.ts';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
const LONGEST_STOP_MS = 8_000;
/** Its workers come first. */
const LONGEST_STOP_OF_PRIMARY_MS = 9_000;

/** Starts the shop; a start that cannot be is said in one clear message, without a stack. */
try {
  loadEnvFile();
  const config = readConfig(process.env);
  if (config.workers === 1) await runUntilAsked(() => startShop(config), SIGNALS, LONGEST_STOP_MS);
  else await runUntilAsked(() => startPrimary(config), SIGNALS, LONGEST_STOP_OF_PRIMARY_MS);
} catch (error) {
  const isExpected = error instanceof Error && /^(ConfigError|StartError)$/.test(error.name);
  process.stderr.write(`\n${isExpected ? error.message : String((error as Error).stack)}\n\n`);
  process.exit(1);
}

function loadEnvFile(): void {
  try {
    process.loadEnvFile('.env');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
