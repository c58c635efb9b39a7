import { crc32 } from 'node:zlib';

const LOCAL = { signature: 0x04034b50, bytes: 30 };
const ENTRY = { signature: 0x02014b50, bytes: 46 };
const END = { signature: 0x06054b50, bytes: 22 };
const VERSION = 20;

/** An archive of stored files. */
export function zipOf(files: Readonly<Record<string, Buffer>>): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [path, content] of Object.entries(files)) {
    const name = Buffer.from(path);
    const sizes = (header: Buffer, at: number) => {
      header.writeUInt32LE(crc32(content), at);
      header.writeUInt32LE(content.length, at + 4);
      header.writeUInt32LE(content.length, at + 8);
      header.writeUInt16LE(name.length, at + 12);
    };
    const local = Buffer.alloc(LOCAL.bytes);
    local.writeUInt32LE(LOCAL.signature, 0);
    local.writeUInt16LE(VERSION, 4);
    sizes(local, 14);
    const entry = Buffer.alloc(ENTRY.bytes);
    entry.writeUInt32LE(ENTRY.signature, 0);
    entry.writeUInt16LE(VERSION, 6);
    sizes(entry, 16);
    entry.writeUInt32LE(offset, 42);
    locals.push(local, name, content);
    directory.push(entry, name);
    offset += local.length + name.length + content.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(END.bytes);
  end.writeUInt32LE(END.signature, 0);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(entries.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, entries, end]);
}
