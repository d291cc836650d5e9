// Carries what a camera noted over to a crop of its photo, so that it is known when that was taken.

const signature = [0x45, 0x78, 0x69, 0x66, 0, 0];

// A JPEG file with the EXIF block, if any, of the photo that it is an upright part of.
export async function withExif(jpeg, photo) {
  let block;
  try {
    block = findBlock(new Uint8Array(await photo.arrayBuffer()));
    if (block) straighten(block);
  } catch {
    // Offsets that lead out of it: a crop without EXIF is better than none.
    return [jpeg];
  }
  const length = (block?.length ?? 0) + signature.length + 2;
  if (!block || length > 0xffff) return [jpeg];
  return [new Uint8Array([0xff, 0xd8, 0xff, 0xe1, length >> 8, length & 0xff, ...signature]), block, jpeg.slice(2)];
}

function findBlock(bytes) {
  const view = new DataView(bytes.buffer);
  if (bytes[0] === 0xff) {
    for (let place = 2; view.getUint8(place) === 0xff && view.getUint8(place + 1) !== 0xda;) {
      const end = place + 2 + view.getUint16(place + 2);
      const isExif = bytes[place + 1] === 0xe1 && signature.every((byte, index) => bytes[place + 4 + index] === byte);
      if (isExif) return bytes.slice(place + 4 + signature.length, end);
      place = end;
    }
    return null;
  }
  for (let place = 8; place + 12 <= bytes.length;) {
    const length = view.getUint32(place);
    if (view.getUint32(place + 4) === 0x65584966) return bytes.slice(place + 8, place + 8 + length);
    place += 12 + length;
  }
  return null;
}

// Says in a block that the picture is upright, and takes out the small picture of the whole photo.
function straighten(block) {
  const view = new DataView(block.buffer);
  const isLittle = view.getUint16(0) === 0x4949;
  const word = (place) => view.getUint32(place, isLittle);
  // Visits the entries of a directory; gives where the offset of the next one stands.
  const walk = (start, visit) => {
    const end = start + 2 + view.getUint16(start, isLittle) * 12;
    for (let place = start + 2; place < end; place += 12) visit(view.getUint16(place, isLittle), place);
    return end;
  };
  const link = walk(word(4), (tag, place) => {
    if (tag !== 0x0112) return;
    // Of the type of 16 bits, one value: 1.
    view.setUint16(place + 2, 3, isLittle);
    view.setUint32(place + 4, 1, isLittle);
    view.setUint16(place + 8, 1, isLittle);
  });
  if (word(link) === 0) return;
  let start = 0;
  let length = 0;
  walk(word(link), (tag, place) => {
    if (tag === 0x0201) start = word(place + 8);
    if (tag === 0x0202) length = word(place + 8);
  });
  view.setUint32(link, 0, isLittle);
  // What was cut away must not be kept where one does not see it.
  if (start > 0) block.fill(0, start, start + length);
}
