#!/usr/bin/env node
import { continueOnNode24 } from '../../../scripts/require-node.js';

// Debian's own Node may be older than 24; the one that came along as a package is then started instead.
await continueOnNode24();
await import('../src/commands/main.ts');
