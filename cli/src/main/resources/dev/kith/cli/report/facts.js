'use strict';
kith.section({
  id: 'data',
  title: 'The data',
  when: data => data.data,
  draw(data, host) {
    const d = data.data;
    const counts = d.perTask.slice().sort((a, b) => a - b);
    const middle = counts[Math.floor(counts.length / 2)];
    host.append(kith.facts([
      ['From', d.name],
      ['Tasks', `${data.tasks.length}`],
      ['Features', `${d.features}`],
      ['Rows read', `${d.rows}` + (d.skipped ? ` (${d.skipped} without any label left out)` : '')],
      ['Training labels', `${d.labels} in all; per task ${counts[0]} to ${counts[counts.length - 1]}, typically ${middle}`],
      ['Held-out labels', d.heldOut ? `${d.heldOut}, never seen in training` : ''],
    ]));
  },
});
kith.section({
  id: 'provenance',
  title: 'How this was made',
  when: data => data.provenance,
  draw(data, host) {
    host.append(kith.facts(Object.entries(data.provenance)));
  },
});
