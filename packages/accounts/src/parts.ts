import type { ImportForm } from '@portside/contract';
export async function* partsOf(file: Blob, _: ImportForm, from = 0) { yield { fromByte: from, text: await file.slice(from).text() }; }
