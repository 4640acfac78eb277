/** The path of a Chromium, or null. */
export declare function findBrowser(): string | null;
