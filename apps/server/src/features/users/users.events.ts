declare module '../../platform/events.ts' {
  interface EventPayloads {
    /** A password, a second factor or the address that receives codes has changed. */
    credentialsChanged: { readonly userId: bigint };
    /** An admin, not the user, has replaced the e-mail address. */
    emailReplaced: { readonly userId: bigint; readonly former: string };
  }
}
