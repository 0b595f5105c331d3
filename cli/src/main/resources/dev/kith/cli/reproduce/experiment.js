"use strict";
const options = JSON.parse(document.getElementById("plots").textContent);
document.querySelectorAll(".plot").forEach((place, i) => {
  const chart = echarts.init(place);
  chart.setOption(options[i]);
  window.addEventListener("resize", () => chart.resize());
});
