/** Where mails go out and who sends them; adds what is wrong to `problems`. */
export function readMail(
  smtpUrl: string,
  from: string,
  problems: string[],
): { smtpUrl: string; from: string } {
  if (smtpUrl !== '' && !isMailServer(smtpUrl))
    problems.push('SMTP_URL: must be smtp:// or smtps:// with a host; odd characters in a password as %XX');
  if (from !== '' && !/^[^\r\n]*\S+@\S+$/.test(from.replace(/>$/, '')))
    problems.push('MAIL_FROM: not an e-mail address');
  return { smtpUrl, from };
}

function isMailServer(url: string): boolean {
  try {
    const { protocol, hostname, username, password } = new URL(url);
    decodeURIComponent(username + password);
    return /^smtps?:$/.test(protocol) && hostname !== '';
  } catch {
    return false;
  }
}

/** The token of the bot that sends alarms; adds what is wrong to `problems`. */
export function readBotToken(token: string | null, problems: string[]): string | null {
  if (token !== null && !/^\d{1,20}:[\w-]{20,100}$/.test(token))
    problems.push('TELEGRAM_BOT_TOKEN: not a token as @BotFather gives them');
  return token;
}
