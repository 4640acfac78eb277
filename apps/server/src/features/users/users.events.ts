declare module '../../platform/events.ts' {
  interface EventPayloads {
    /** A password, a second factor or the address that receives codes has changed. */
    credentialsChanged: { readonly userId: bigint };
    /** A user was blocked: every call of theirs is refused from now on. */
    userFrozen: { readonly userId: bigint };
  }
}
