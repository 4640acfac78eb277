declare module '../../platform/events.ts' {
  interface EventPayloads {
    /** A password, a second factor or the address that codes go to is another than before. */
    credentialsChanged: { readonly userId: bigint };
  }
}
