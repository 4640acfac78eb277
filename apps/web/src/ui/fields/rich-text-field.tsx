import '@mantine/tiptap/styles.layer.css';
import { Input } from '@mantine/core';
import { Link, RichTextEditor, type RichTextEditorLabels } from '@mantine/tiptap';
import { useEditor } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { useId, type ReactNode } from 'react';
import classes from './fields.module.css';
import { useTranslation } from '../../locales/use-translation.ts';

type Props = {
  label: string;
  description?: string;
  error?: ReactNode;
  html: string;
  onChange: (html: string) => void;
};

/** Edits the HTML that the server accepts. `html` is read once, when the editor is created. */
export default function RichTextField({ label, description, error, html, onChange }: Props) {
  const id = useId();
  const labels = useRichTextLabels();
  const editor = useEditor({
    shouldRerenderOnTransaction: true,
    extensions: [
      StarterKit.configure({
        link: false,
        codeBlock: false,
        horizontalRule: false,
        heading: { levels: [2, 3] },
      }),
      Link.configure({ openOnClick: false, protocols: ['https'] }),
    ],
    editorProps: { attributes: { 'aria-labelledby': id, role: 'textbox', 'aria-multiline': 'true' } },
    content: html,
    onUpdate: ({ editor: changed }) => onChange(changed.getHTML()),
  });
  return (
    <div>
      <Input.Label id={id} labelElement="div">
        {label}
      </Input.Label>
      {description !== undefined && <Input.Description mb={6}>{description}</Input.Description>}
      <RichTextEditor editor={editor} labels={labels}>
        <RichTextEditor.Toolbar>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Bold />
            <RichTextEditor.Italic />
            <RichTextEditor.Underline />
            <RichTextEditor.Strikethrough />
            <RichTextEditor.Code />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.H2 />
            <RichTextEditor.H3 />
            <RichTextEditor.BulletList />
            <RichTextEditor.OrderedList />
            <RichTextEditor.Blockquote />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Link />
            <RichTextEditor.Unlink />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Undo />
            <RichTextEditor.Redo />
          </RichTextEditor.ControlsGroup>
        </RichTextEditor.Toolbar>
        <RichTextEditor.Content className={classes.editor} />
      </RichTextEditor>
      {error != null && <Input.Error mt={6}>{error}</Input.Error>}
    </div>
  );
}

/** The editor's labels in the reader's language. */
function useRichTextLabels(): Partial<RichTextEditorLabels> {
  const { t } = useTranslation('admin');
  return {
    boldControlLabel: t('editor.bold'),
    italicControlLabel: t('editor.italic'),
    underlineControlLabel: t('editor.underline'),
    strikeControlLabel: t('editor.strike'),
    codeControlLabel: t('editor.code'),
    h2ControlLabel: t('editor.heading'),
    h3ControlLabel: t('editor.subheading'),
    bulletListControlLabel: t('editor.bullets'),
    orderedListControlLabel: t('editor.numbers'),
    blockquoteControlLabel: t('editor.quote'),
    linkControlLabel: t('editor.link'),
    unlinkControlLabel: t('editor.unlink'),
    undoControlLabel: t('editor.undo'),
    redoControlLabel: t('editor.redo'),
    linkEditorInputLabel: t('editor.address'),
    linkEditorInputPlaceholder: 'https://',
    linkEditorExternalLink: t('editor.newTab'),
    linkEditorInternalLink: t('editor.sameTab'),
    linkEditorSave: t('editor.setLink'),
  };
}
