import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../lib/formats.ts';
import type { Window } from './decode/slice.ts';
import classes from './dicom-viewer.module.css';
import { TOOLS, type Tool } from './pane-state.ts';
import { icons } from './viewer-icons.tsx';
import { CT_PRESETS } from './window-presets.ts';

export interface ToolbarProps {
  readonly tool: Tool;
  readonly isCt: boolean;
  readonly isInverted: boolean;
  readonly isPlaying: boolean;
  readonly canPlay: boolean;
  readonly hasMeasurements: boolean;
  /** Null if there is only one series. */
  readonly beside: { isOn: boolean; isLinked: boolean } | null;
  readonly onTool: (tool: Tool) => void;
  readonly onWindow: (window: Window | null) => void;
  readonly onFullRange: () => void;
  /** Changes width and center as dragging does. */
  readonly onWindowStep: (width: number, center: number) => void;
  readonly onRotate: () => void;
  readonly onInvert: () => void;
  readonly onReset: () => void;
  readonly onRemoveMeasurement: () => void;
  readonly onPlay: () => void;
  readonly onBeside: () => void;
  readonly onLink: () => void;
  readonly onFullScreen: () => void;
}

export function ViewerToolbar(props: ToolbarProps) {
  const { t } = useTranslation('lectures');
  const { tool, beside } = props;
  return (
    <div className={classes.toolbar} role="toolbar" aria-label={t('dicom.tools')}>
      {TOOLS.map((name) => (
        <ToolButton
          key={name}
          name={t(`dicom.tool.${name}`)}
          isOn={tool === name}
          onUse={() => props.onTool(name)}
        >
          {icons[name]}
        </ToolButton>
      ))}
      <ToolButton
        name={t('dicom.removeMeasurement')}
        isDisabled={!props.hasMeasurements}
        onUse={props.onRemoveMeasurement}
      >
        {icons.remove}
      </ToolButton>
      <span className={classes.gap} />
      <WindowMenu {...props} />
      <ToolButton name={t('dicom.invert')} isOn={props.isInverted} onUse={props.onInvert}>
        {icons.invert}
      </ToolButton>
      <ToolButton name={t('dicom.rotate')} onUse={props.onRotate}>
        {icons.rotate}
      </ToolButton>
      <ToolButton name={t('dicom.reset')} onUse={props.onReset}>
        {icons.reset}
      </ToolButton>
      <span className={classes.gap} />
      <ToolButton
        name={t(props.isPlaying ? 'dicom.stop' : 'dicom.play')}
        isDisabled={!props.canPlay}
        onUse={props.onPlay}
      >
        {props.isPlaying ? icons.pause : icons.play}
      </ToolButton>
      {beside && (
        <>
          <ToolButton name={t('dicom.beside')} isOn={beside.isOn} onUse={props.onBeside}>
            {icons.beside}
          </ToolButton>
          <ToolButton
            name={t('dicom.link')}
            isOn={beside.isOn && beside.isLinked}
            isDisabled={!beside.isOn}
            onUse={props.onLink}
          >
            {icons.link}
          </ToolButton>
        </>
      )}
      <ToolButton name={t('dicom.fullScreen')} onUse={props.onFullScreen}>
        {icons.fullScreen}
      </ToolButton>
    </div>
  );
}

/** Each menu step changes the window like a drag of this length (pixels). */
const WINDOW_STEP = 20;

function WindowMenu({ isCt, onWindow, onFullRange, onWindowStep }: ToolbarProps) {
  const { t, i18n } = useTranslation('lectures');
  const number = (value: number) => formatNumber(value, i18n.language);
  return (
    <Menu withinPortal={false} position="bottom-start" shadow="md">
      <Menu.Target>
        <button type="button" className={classes.windowButton}>
          {t('dicom.presets')}
        </button>
      </Menu.Target>
      <Menu.Dropdown className={classes.menu}>
        <Menu.Item onClick={() => onWindow(null)}>{t('dicom.preset.file')}</Menu.Item>
        <Menu.Item onClick={onFullRange}>{t('dicom.preset.full')}</Menu.Item>
        {(
          [
            ['brighter', 0, -1],
            ['darker', 0, 1],
            ['moreContrast', -1, 0],
            ['lessContrast', 1, 0],
          ] as const
        ).map(([name, width, center]) => (
          <Menu.Item
            key={name}
            closeMenuOnClick={false}
            onClick={() => onWindowStep(width * WINDOW_STEP, center * WINDOW_STEP)}
          >
            {t(`dicom.step.${name}`)}
          </Menu.Item>
        ))}
        {isCt &&
          CT_PRESETS.map(({ name, center, width }, at) => (
            <Menu.Item
              key={name}
              rightSection={<kbd>{at + 1}</kbd>}
              onClick={() => onWindow({ center, width })}
            >
              {t(`dicom.preset.${name}`)}{' '}
              <bdi className={classes.numbers}>{`${number(center)} / ${number(width)}`}</bdi>
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function ToolButton({
  name,
  isOn,
  isDisabled = false,
  onUse,
  children,
}: {
  name: string;
  isOn?: boolean;
  isDisabled?: boolean;
  onUse: () => void;
  children: ReactNode;
}) {
  return (
    <Tooltip label={name} withinPortal={false} openDelay={400}>
      <ActionIcon
        variant="subtle"
        size={40}
        className={classes.tool}
        aria-label={name}
        {...(isOn === undefined ? {} : { 'aria-pressed': isOn })}
        disabled={isDisabled}
        onClick={onUse}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
