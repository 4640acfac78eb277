#!/usr/bin/env node
import { runOnNode24 } from '../../../scripts/require-node.js';

// Debian's own Node may be older than 24; the one that came along as a package is then started instead.
if (!runOnNode24(import.meta.filename)) await import('../src/commands/main.ts');
