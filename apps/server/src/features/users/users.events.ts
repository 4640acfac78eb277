declare module '../../platform/events.ts' {
  interface EventPayloads {
    /** A password, a second factor or the address that codes go to is another than before. */
    credentialsChanged: { readonly userId: bigint };
    /** The shop, not the user himself, has put another e-mail address in the place of the former one. */
    emailReplaced: { readonly userId: bigint; readonly former: string };
  }
}
