/** The dialog of a session that has ended. */
export const expired = {
  title: 'Sessão expirada',
  text: 'Entre novamente para continuar.',
  confirm: 'Confirmar',
  cancel: 'Agora não',
};
