export declare function requireNode24(): void;
export declare function runOnNode24(script: string): boolean;
