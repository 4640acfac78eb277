export declare function requireNode24(): void;
