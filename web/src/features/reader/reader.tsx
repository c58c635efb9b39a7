import { BesideSlot } from './beside-slot.tsx';
import { TextArea } from './flow/text-area.tsx';
import { TextOffer } from './flow/text-offer.tsx';
import { FRAME_STYLE } from './layout/frame.ts';
import { ListeningSlot } from './listening/listening-slot.tsx';
import { ReaderModelProvider } from './model/reader-model.ts';
import { type ReaderProps, useReaderModel } from './model/use-reader-model.ts';
import { NoteTools } from './notes/note-tools.tsx';
import { PagesArea } from './pages-area.tsx';
import { PhoneBar } from './phone-bar.tsx';
import { PreviewBar } from './preview-lock.tsx';
import { PrintSheet } from './print-sheet.tsx';
import classes from './reader.module.css';
import { ReaderDialogs } from './reader-dialogs.tsx';
import { ReaderToolbar } from './reader-toolbar.tsx';
import { HitBar } from './search/hit-bar.tsx';
import { SidePanel } from './side-panel.tsx';
import { AboveSlot, PageSlot, WatcherSlot } from './slot-views.tsx';
import { useBarsAway } from './use-bars-away.ts';
import { WayBack } from './way-back.tsx';

/** The viewer: a model, and views that subscribe to the parts they need. */
export function Reader(props: ReaderProps) {
  const model = useReaderModel(props);
  const areBarsAway = useBarsAway(model.pages.ref, {
    isTurned: model.view.isTurned,
    layout: model.pages.layout,
  });
  return (
    <ReaderModelProvider model={model}>
      <div
        className={classes.reader}
        style={FRAME_STYLE}
        data-dark-pages={(model.view.view.mode === 'pages' && model.view.view.dark) || undefined}
        data-language={model.book.language}
        data-bars={areBarsAway ? 'away' : undefined}
      >
        <ReaderToolbar />
        <AboveSlot />
        <TextOffer />
        <HitBar />
        <div className={classes.body}>
          <SidePanel />
          {model.view.view.mode === 'text' ? <TextArea /> : <PagesArea />}
          <PageSlot />
          <BesideSlot />
          <WayBack />
        </div>
        <ListeningSlot />
        <PreviewBar />
        <WatcherSlot />
        <PhoneBar />
        <NoteTools />
        <ReaderDialogs />
        <PrintSheet />
      </div>
    </ReaderModelProvider>
  );
}
