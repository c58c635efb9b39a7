import { focusManager, onlineManager } from '@tanstack/react-query';
import { afterAll, vi } from 'vitest';

/*
 * Test files share a process and its window, because making a window takes longer than most files run. Each file finds
 * it as the first one did, without the listeners, globals, attributes and elements of the file before, and loads our
 * modules anew.
 */
type Properties = Map<PropertyKey, PropertyDescriptor | undefined>;
type Listening = [target: EventTarget, ...Parameters<EventTarget['removeEventListener']>];

/** Beside this module, because it is loaded anew as well. */
const kept = globalThis as { __vitestFirstProperties?: Map<object, Properties> };
/** Symbols and such names on the window belong to the test runner, which lives as long as the process. */
const isOfRunner = (key: PropertyKey) => typeof key === 'symbol' || String(key).startsWith('__vi');

const propertiesOf = (target: object): Properties =>
  new Map(Reflect.ownKeys(target).map((key) => [key, Object.getOwnPropertyDescriptor(target, key)]));

/** Of the window, its document and all interfaces: tests add what jsdom lacks, and replace what they watch. */
function readProperties(): Map<object, Properties> {
  const interfaces = Object.getOwnPropertyNames(globalThis)
    .filter((name) => /^[A-Z]/.test(name))
    .map((name): unknown => Reflect.get(globalThis, name))
    .filter((value) => typeof value === 'function')
    .flatMap((value): object[] => (value.prototype ? [value, value.prototype] : [value]));
  return new Map(
    [globalThis, document, navigator, ...interfaces].map((target) => [target, propertiesOf(target)]),
  );
}

function restoreProperties(first: Map<object, Properties>): void {
  for (const [target, properties] of first) {
    for (const key of Reflect.ownKeys(target))
      if (!properties.has(key) && !(target === globalThis && isOfRunner(key)))
        Reflect.deleteProperty(target, key);
    for (const [key, property] of properties) {
      const now = Object.getOwnPropertyDescriptor(target, key);
      const isSame =
        now?.value === property?.value && now?.get === property?.get && now?.set === property?.set;
      if (property && !isSame) Reflect.defineProperty(target, key, property);
    }
  }
}

function restoreDocument(): void {
  const { documentElement, head, body } = document;
  for (const element of [documentElement, head, body])
    for (const name of element.getAttributeNames()) element.removeAttribute(name);
  head.replaceChildren();
  body.replaceChildren();
  for (const cookie of document.cookie.split(';')) {
    // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no cookieStore.
    document.cookie = `${cookie.split('=')[0]}=; max-age=0`;
  }
  history.replaceState(null, '', '/');
}

/** Called before anything else of a file: restores the window at the file's end. */
export function shareWindow(): void {
  kept.__vitestFirstProperties ??= readProperties();
  const first = kept.__vitestFirstProperties;
  const listening: Listening[] = [];
  for (const target of [globalThis, document] as EventTarget[]) {
    const add = target.addEventListener;
    target.addEventListener = (...args: Parameters<typeof add>) => {
      listening.push([target, ...args]);
      add.apply(target, args);
    };
  }
  afterAll(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    for (const [target, ...args] of listening) target.removeEventListener(...args);
    restoreProperties(first);
    restoreDocument();
    onlineManager.setOnline(true);
    focusManager.setFocused(undefined);
    vi.resetModules();
  });
}
