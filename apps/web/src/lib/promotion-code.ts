/** Whether a text is a well-formed promotion code: eight letters or digits. */
export const isPromotionCode = (text: string): boolean => /^[a-z0-9]{8}$/i.test(text);
