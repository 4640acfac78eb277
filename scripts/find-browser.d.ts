/** The path of a Chromium, or null where there is none. */
export declare function findBrowser(): string | null;
