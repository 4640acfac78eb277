const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;
const MOST_LENGTH = 254;

/** Whether it looks like an e-mail address, spaces around it aside. The server checks again, more strictly. */
export const isEmail = (text: string): boolean => {
  const address = text.trim();
  return address.length <= MOST_LENGTH && EMAIL.test(address);
};
