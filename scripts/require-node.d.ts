export declare function requireNode24(): void;
export function continueOnNode24(): Promise<void>;
export function findBundledNode(modules: string): string | undefined;
