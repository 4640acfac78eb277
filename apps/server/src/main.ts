/** Starts the shop: what `portside serve` does. */
process.argv.splice(2, Infinity, 'serve');
await import('./commands/main.ts');
