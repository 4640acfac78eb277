declare module '../../platform/events.ts' {
  interface EventPayloads {
    /** A password or a second factor is another than before. */
    credentialsChanged: { readonly userId: bigint };
  }
}
