import { writeFileSync } from 'node:fs';
import { compileContracts } from './compile-contracts.ts';
import { generatedModule } from './compile-sources.ts';

for (const contract of compileContracts()) {
  const { file, text } = generatedModule(contract);
  writeFileSync(new URL(`./generated/${file}`, import.meta.url), text);
}
