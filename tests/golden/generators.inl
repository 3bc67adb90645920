{ "brownian", "count=40 steps=6", "84ec1743901e3ef897d3370b0b940d11" },
{ "brownian", "count=1 steps=1 mixed=true spin=true", "4397e28bad1b4fd81fa311938422d48a" },
