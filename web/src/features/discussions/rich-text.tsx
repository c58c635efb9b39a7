import { RichTextEditor } from '@mantine/tiptap';
import { Image as ImageIcon } from 'lucide';
import { Icon } from '../../ui/icon.tsx';
import '@mantine/tiptap/styles.layer.css';
import Image from '@tiptap/extension-image';
import Link from '@tiptap/extension-link';
import { type Editor, useEditor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ImageDialog } from './image-dialog.tsx';
import classes from './rich-text.module.css';

/** The rich-text editor; the only file that uses its library. Loaded when a user writes a topic. */
export default function RichText({
  value,
  label,
  invalid,
  onChange,
}: {
  /** The initial content; a different one needs another `key`. */
  value: string;
  label: string;
  invalid: boolean;
  onChange: (html: string) => void;
}) {
  const { t } = useTranslation('discussions');
  const [picking, setPicking] = useState(false);
  const editor = useEditor({
    extensions: [
      // The kit's own link extension is replaced by ours, which applies the server's rules for addresses.
      StarterKit.configure({ link: false, heading: { levels: [2, 3, 4] } }),
      Link.configure({
        openOnClick: false,
        protocols: ['http', 'https', 'mailto'],
        defaultProtocol: 'https',
      }),
      Image,
    ],
    content: value,
    editorProps: {
      attributes: {
        'aria-label': label,
        'aria-multiline': 'true',
        'aria-invalid': String(invalid),
        role: 'textbox',
        dir: 'auto',
      },
    },
    onUpdate: ({ editor: changed }) => onChange(isBlank(changed) ? '' : changed.getHTML()),
  });
  return (
    <>
      <RichTextEditor
        editor={editor}
        className={classes.editor ?? ''}
        data-invalid={invalid || undefined}
        labels={{
          boldControlLabel: t('editor.tools.bold'),
          italicControlLabel: t('editor.tools.italic'),
          underlineControlLabel: t('editor.tools.underline'),
          strikeControlLabel: t('editor.tools.strike'),
          h2ControlLabel: t('editor.tools.heading'),
          bulletListControlLabel: t('editor.tools.bullets'),
          orderedListControlLabel: t('editor.tools.numbers'),
          blockquoteControlLabel: t('editor.tools.quote'),
          linkControlLabel: t('editor.tools.link'),
          unlinkControlLabel: t('editor.tools.unlink'),
          undoControlLabel: t('editor.tools.undo'),
          redoControlLabel: t('editor.tools.redo'),
          linkEditorInputLabel: t('editor.tools.link'),
          linkEditorSave: t('editor.save'),
        }}
      >
        <RichTextEditor.Toolbar>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Bold />
            <RichTextEditor.Italic />
            <RichTextEditor.Underline />
            <RichTextEditor.Strikethrough />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.H2 />
            <RichTextEditor.BulletList />
            <RichTextEditor.OrderedList />
            <RichTextEditor.Blockquote />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Link />
            <RichTextEditor.Unlink />
            <RichTextEditor.Control
              aria-label={t('editor.image')}
              title={t('editor.image')}
              onClick={() => setPicking(true)}
            >
              <Icon icon={ImageIcon} size={16} weight={1} />
            </RichTextEditor.Control>
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Undo />
            <RichTextEditor.Redo />
          </RichTextEditor.ControlsGroup>
        </RichTextEditor.Toolbar>
        <RichTextEditor.Content />
      </RichTextEditor>
      {picking && (
        <ImageDialog
          onClose={() => setPicking(false)}
          onInsert={(image) => {
            editor?.chain().focus().setImage(image).run();
            setPicking(false);
          }}
        />
      )}
    </>
  );
}

/** True for a document without text or images. */
const isBlank = (editor: Editor): boolean =>
  editor.isEmpty || !/[^\s]|<img/.test(editor.getText() + imageIn(editor));
const imageIn = (editor: Editor): string => (editor.getHTML().includes('<img') ? '<img' : '');
