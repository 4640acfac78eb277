export type Path = readonly [method: 'GET' | 'POST' | 'PUT' | 'DELETE', address: `/api/${string}`];

/** Paths by the name of their endpoint. */
export type PathTable = Readonly<Record<string, Path>>;
