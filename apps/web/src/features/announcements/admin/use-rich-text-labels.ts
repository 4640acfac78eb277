import type { RichTextEditorLabels } from '@mantine/tiptap';
import { useTranslation } from 'react-i18next';

/** The editor's own words, in the reader's language. */
export function useRichTextLabels(): Partial<RichTextEditorLabels> {
  const { t } = useTranslation('admin');
  return {
    boldControlLabel: t('announcements.editor.bold'),
    italicControlLabel: t('announcements.editor.italic'),
    underlineControlLabel: t('announcements.editor.underline'),
    strikeControlLabel: t('announcements.editor.strike'),
    codeControlLabel: t('announcements.editor.code'),
    h2ControlLabel: t('announcements.editor.heading'),
    h3ControlLabel: t('announcements.editor.subheading'),
    bulletListControlLabel: t('announcements.editor.bullets'),
    orderedListControlLabel: t('announcements.editor.numbers'),
    blockquoteControlLabel: t('announcements.editor.quote'),
    linkControlLabel: t('announcements.editor.link'),
    unlinkControlLabel: t('announcements.editor.unlink'),
    undoControlLabel: t('announcements.editor.undo'),
    redoControlLabel: t('announcements.editor.redo'),
    linkEditorInputLabel: t('announcements.editor.address'),
    linkEditorInputPlaceholder: 'https://',
    linkEditorExternalLink: t('announcements.editor.newTab'),
    linkEditorInternalLink: t('announcements.editor.sameTab'),
    linkEditorSave: t('announcements.editor.setLink'),
  };
}
