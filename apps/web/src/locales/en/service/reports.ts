export const reports = {
  title: 'Is your account being sold here?',
  lede: 'Tell us; you don’t need to sign in. Once it is clear that the account is yours, we take it off sale right away.',
  email: 'Your e-mail address',
  emailHint: 'We reply to this address. Nobody else sees it.',
  subject: 'Which account?',
  subjectHint: 'The service and the account name, such as its e-mail address or login',
  explanation: 'What happened, and how can we tell that it is yours?',
  explanationHint: 'For example: how long you have had it and when you lost access.',
  noSecrets: 'Please don’t send passwords or identity documents. We’ll ask if we need more.',
  send: 'Send request',
  rule: {
    email: 'Please enter a valid e-mail address',
    subject: 'Tell us which account it is about',
    explanation: 'Explain it in a sentence or two',
  },
  sent: {
    title: 'Thank you, we’ll look into it',
    text: 'A person reads every request. Whatever the outcome, we’ll reply by e-mail.',
  },
};
