// The hash of Sources/ZooImage/PerceptualHash, bit for bit; how it is made, and why, stands there.

const columns = 9;
const rows = 8;

// AnimalStore.similarDistance: near-identical pictures differ by no more bits.
export const similarDistance = 4;

// Hashes an upright picture of four bytes a pixel; gives the two halves of the 64 bits.
export function perceptualHash(rgba, width, height) {
  // All sums are whole numbers below 2^53, so they are exact.
  const across = overlaps(width, columns);
  const down = overlaps(height, rows);
  const fields = new Float64Array(columns * rows);
  const line = new Float64Array(columns);
  for (let y = 0; y < height; y += 1) {
    line.fill(0);
    for (let x = 0; x < width; x += 1) {
      const place = (y * width + x) * 4;
      const luma = 299 * rgba[place] + 587 * rgba[place + 1] + 114 * rgba[place + 2];
      for (const [column, weight] of across[x]) line[column] += luma * weight;
    }
    for (const [row, weight] of down[y]) line.forEach((sum, column) => fields[row * columns + column] += sum * weight);
  }
  const margin = 1000 * width * height;
  const hash = [0, 0];
  for (let row = 0; row < rows; row += 1) {
    const half = row < rows / 2 ? 0 : 1;
    for (let place = row * columns; place < row * columns + columns - 1; place += 1) {
      hash[half] = hash[half] << 1 | (fields[place] > fields[place + 1] + margin ? 1 : 0);
    }
  }
  return hash;
}

export const distance = (a, b) => ones(a[0] ^ b[0]) + ones(a[1] ^ b[1]);

function ones(bits) {
  let number = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) number += 1;
  return number;
}

function overlaps(size, fields) {
  return Array.from({ length: size }, (_, pixel) => {
    // In units of which a pixel has as many as there are fields, and a field as many as there are pixels.
    const begin = pixel * fields;
    const end = begin + fields;
    const parts = [];
    for (let field = Math.floor(begin / size); field * size < end; field += 1) {
      parts.push([field, Math.min(end, (field + 1) * size) - Math.max(begin, field * size)]);
    }
    return parts;
  });
}
