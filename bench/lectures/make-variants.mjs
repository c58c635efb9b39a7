import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The same pictures in the other transfer syntaxes, by the tools of Debian's `dcmtk` and `openjph-tools`; each with
 * the uncompressed file that it was made of. A missing tool is said and its
 * variants are left out.
 */
export function makeVariants(samples, folder) {
  mkdirSync(folder, { recursive: true });
  const [ct, mr, colour] = ['CT_small.dcm', 'MR_small.dcm', 'SC_ybr_full_422_uncompressed.dcm'].map((name) =>
    join(samples, name),
  );
  const rgb = join(folder, 'rgb.dcm');
  const twelve = join(folder, 'twelve-bits.dcm');
  const made = [];
  const make = (name, command, args, source) => {
    const file = join(folder, name);
    try {
      execFileSync(command, [...args, source, file], { stdio: 'pipe' });
      made.push({ file, reference: source });
    } catch (error) {
      process.stderr.write(`${name}: left out (${reasonOf(error).trim().split('\n')[0]})\n`);
    }
  };
  execFileSync('dcmdjpeg', [join(samples, 'SC_rgb_jpeg_dcmtk.dcm'), rgb]);
  writeFileSync(twelve, asTwelveBits(readFileSync(mr)));
  make('ct-implicit.dcm', 'dcmconv', ['+ti'], ct);
  make('ct-explicit.dcm', 'dcmconv', ['+te'], ct);
  make('ct-big-endian.dcm', 'dcmconv', ['+tb'], ct);
  make('ct-deflated.dcm', 'dcmconv', ['+td'], ct);
  make('ct-rle.dcm', 'dcmcrle', [], ct);
  make('rgb-rle.dcm', 'dcmcrle', [], rgb);
  for (const predictor of [1, 4, 7])
    make(`ct-jpeg-lossless-${predictor}.dcm`, 'dcmcjpeg', ['+el', '+sv', String(predictor)], ct);
  make('ct-jpeg-lossless-sv1.dcm', 'dcmcjpeg', ['+e1'], ct);
  make('rgb-jpeg-lossless-sv1.dcm', 'dcmcjpeg', ['+e1'], rgb);
  make('rgb-jpeg-baseline.dcm', 'dcmcjpeg', ['+eb', '+q', '95'], rgb);
  make('rgb-jpeg-extended-8.dcm', 'dcmcjpeg', ['+ee', '+be', '+q', '95'], rgb);
  make('mr-jpeg-extended-12.dcm', 'dcmcjpeg', ['+ee', '+bt'], twelve);
  make('rgb-jpeg-progressive.dcm', 'dcmcjpeg', ['+ep', '+be'], rgb);
  make('ct-jpeg-ls.dcm', 'dcmcjpls', ['+el'], ct);
  make('mr-jpeg-ls-near.dcm', 'dcmcjpls', ['+en', '+md', '3'], twelve);
  make('rgb-jpeg-ls.dcm', 'dcmcjpls', ['+el'], rgb);
  make('rgb-jpeg-2000.dcm', 'gdcmconv', ['--j2k'], rgb);
  make('ct-jpeg-2000.dcm', 'gdcmconv', ['--j2k'], ct);
  make('half-width-colour.dcm', 'dcmconv', ['+te'], colour);
  for (const [order, lossy] of [
    ['RPCL', false],
    ['LRCP', false],
    ['CPRL', true],
  ])
    makeHtj2k(`mr-htj2k-${order}${lossy ? '-lossy' : ''}.dcm`, mr, folder, order, lossy, made);
  return made.filter(({ file }) => existsSync(file));
}

const reasonOf = (error) => String(error.stderr ?? error.message);

/** Its values as unsigned samples of twelve bits, which is what JPEG Extended may hold. */
function asTwelveBits(file) {
  const changed = Buffer.from(file);
  for (const [tag, value] of /** @type {const} */ ([
    ['28000101', 12],
    ['28000201', 11],
    ['28000301', 0],
  ])) {
    const at = changed.indexOf(Buffer.from(tag, 'hex'));
    changed.writeUInt16LE(value, at + 8);
  }
  const pixels = changed.indexOf(Buffer.from('e07f1000', 'hex')) + 12;
  const end = pixels + changed.readUInt32LE(pixels - 4);
  for (let at = pixels; at + 1 < end; at += 2) changed.writeUInt16LE(changed.readUInt16LE(at) & 0xfff, at);
  return changed;
}

/** `ojph_compress` knows no DICOM: the codestream is put in the place of the pixels. */
function makeHtj2k(name, source, folder, order, lossy, made) {
  const file = readFileSync(source);
  const at = file.indexOf(Buffer.from('e07f1000', 'hex'));
  const length = file.readUInt32LE(at + 8);
  const raw = join(folder, 'pixels.yuv');
  const stream = join(folder, 'pixels.j2c');
  writeFileSync(raw, file.subarray(at + 12, at + 12 + length));
  const [rows, columns] = ['28001000', '28001100'].map((tag) =>
    file.readUInt16LE(file.indexOf(Buffer.from(tag, 'hex')) + 8),
  );
  try {
    const how = lossy ? ['-qstep', '0.0001'] : ['-reversible', 'true'];
    execFileSync(
      'ojph_compress',
      [
        ...['-i', raw, '-o', stream, '-dims', `{${columns},${rows}}`, '-num_comps', '1', '-signed', 'true'],
        ...['-bit_depth', '16', '-downsamp', '{1,1}', '-prog_order', order, ...how],
      ],
      { stdio: 'pipe' },
    );
  } catch (error) {
    process.stderr.write(`${name}: left out (${reasonOf(error).trim().split('\n')[0]})\n`);
    return;
  }
  const code = readFileSync(stream);
  const even = Buffer.concat([code, Buffer.alloc(code.length % 2)]);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(even.length);
  const syntax = `1.2.840.10008.1.2.4.${lossy ? 203 : order === 'RPCL' ? 202 : 201}`;
  const body = Buffer.concat([
    file.subarray(0, at),
    Buffer.from('e07f10004f420000ffffffff', 'hex'),
    Buffer.from('feff00e000000000feff00e0', 'hex'),
    size,
    even,
    Buffer.from('feffdde000000000', 'hex'),
  ]);
  writeFileSync(join(folder, name), withSyntax(body, syntax));
  made.push({ file: join(folder, name), reference: source });
}

/** Another transfer syntax in the header, whose length follows. */
function withSyntax(file, syntax) {
  const at = file.indexOf(Buffer.from('020010005549', 'hex'));
  const old = file.readUInt16LE(at + 6);
  const value = Buffer.from(syntax.length % 2 ? `${syntax}\0` : syntax, 'latin1');
  const length = Buffer.alloc(2);
  length.writeUInt16LE(value.length);
  const changed = Buffer.concat([file.subarray(0, at + 6), length, value, file.subarray(at + 8 + old)]);
  const group = changed.indexOf(Buffer.from('02000000554c0400', 'hex')) + 8;
  changed.writeUInt32LE(changed.readUInt32LE(group) + value.length - old, group);
  return changed;
}
