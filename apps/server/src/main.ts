import { readConfig } from './config.ts';
import { startShop } from './start-shop.ts';
import { runUntilStopped } from './run-until-stopped.ts';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
const STOP_TIMEOUT_MS = 8_000;

/** Starts the shop. Expected errors of a start are printed as one message, without a stack. */
try {
  loadEnvFile();
  const config = readConfig(process.env);
  await runUntilStopped(() => startShop(config), SIGNALS, STOP_TIMEOUT_MS);
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
