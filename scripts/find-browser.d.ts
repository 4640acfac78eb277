/** The path of a Chromium, or null if there is none. */
export declare function findBrowser(): string | null;
