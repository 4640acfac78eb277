declare module '../../platform/events.ts' {
  interface EventPayloads {
    /** A password, a second factor or the address that receives codes has changed. */
    credentialsChanged: { readonly userId: bigint };
  }
}
